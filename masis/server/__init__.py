"""Server: the web app with its health routes and the HTTP API on one port."""
