-- Compose only: the PostgreSQL image runs this once, as its superuser. The portal's role owns its
-- database and nothing else; the superuser can log in only from within the container.
\getenv password POSTGRES_PASSWORD
CREATE ROLE hearth LOGIN PASSWORD :'password';
CREATE DATABASE hearth OWNER hearth;
ALTER ROLE CURRENT_USER PASSWORD NULL;
