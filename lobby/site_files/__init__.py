"""The files that browsers and search engines ask every site for, and the service worker."""
