"""The files that browsers and search engines ask every site for: icons, manifest, worker, sitemap."""
