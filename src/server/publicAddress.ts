import { isIPv6 } from 'node:net'
import { isLoopback } from '#contract/publicAddress.ts'
import type { Config } from './config.ts'

/*
 * What an attacker can do here, and which line stops it. A caller writes the Host header, so no address is ever made from it: a
 * forged one would end up in a link that another person is sent, or in a cached reply. The server knows the address from
 * `PUBLIC_URL` alone. Without it a reset link is a path, and the page puts the address in front that the browser has opened.
 */

/** The address that other people open; undefined where it is not known, or leads nowhere but to this machine. */
export const publicAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string | undefined =>
  publicUrl === undefined || isLoopback(new URL(publicUrl).hostname) ? undefined : publicUrl

/** What `HOST` can be where this machine answers at localhost. */
const local = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** The address that is printed in the terminal of the operator, who may be at this machine. */
export const operatorAddress = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string => {
  const name = local.includes(host) ? 'localhost' : host
  return publicUrl ?? `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
