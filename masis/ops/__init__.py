"""Running it for others: logging and the circuit breaker."""
