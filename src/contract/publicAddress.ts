const loopback = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])\.?$/

/** Returns whether a host, as `URL` writes it, is reachable only from its own machine, so that nobody else can use an address with it. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname)
