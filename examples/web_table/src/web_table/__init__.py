"""Tables in the browser: sockets, storage and little else around `collusion_rules.hosting`."""
