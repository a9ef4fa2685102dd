import { isIPv6 } from 'node:net'
import { isLoopback } from '#contract/publicAddress.ts'
import type { Config } from './config.ts'

/*
 * Attacks, and the line that stops each. A caller controls the Host header, so no address is ever made from it: a forged one would
 * end up in a link to another person, or in a cached reply. The server knows its address only from `PUBLIC_URL`. Without it a reset
 * link is a path, and the page prefixes the address that the browser has opened.
 */

/** Returns the address that other people open; undefined if it is unknown, or reachable only from this machine. */
export const publicAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | undefined =>
  publicUrl === undefined || isLoopback(new URL(publicUrl).hostname) ? undefined : publicUrl

/** Values of `HOST` with which this machine responds at localhost. */
const local = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** Returns the address for the terminal of the operator, who may be at this machine. */
export const operatorAddress = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string => {
  const name = local.includes(host) ? 'localhost' : host
  return publicUrl ?? `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
