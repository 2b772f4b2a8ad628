"""What pages are made of: with ``pages/`` the only code that draws."""
