-- Compose alone: run once by the image of PostgreSQL, as its superuser. The portal's role owns its
-- database and nothing else; the superuser can enter from within the container only.
\getenv password POSTGRES_PASSWORD
CREATE ROLE hearth LOGIN PASSWORD :'password';
CREATE DATABASE hearth OWNER hearth;
ALTER ROLE CURRENT_USER PASSWORD NULL;
