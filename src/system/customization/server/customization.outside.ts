import { BlockList, isIP } from 'node:net'
import type { Config } from '#server/config.ts'
import type { WhyNotOfficeViewer } from '../customization.settings.contract.ts'

/** Addresses that cannot be reached from outside this network. */
const local = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  local.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  local.addSubnet(network, bits, 'ipv6')

const localName = /^(?:[^.]+|.*\.(?:local|localhost|lan|home|internal|intranet|home\.arpa|test))$/

const isLocal = (host: string): boolean => {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(name)
  return family === 0 ? localName.test(name) : local.check(name, family === 4 ? 'ipv4' : 'ipv6')
}

/** Returns why an external service cannot fetch a file from here, as far as the address shows; null if it can. */
export const whyNotReachable = ({ publicUrl, demo }: Pick<Config, 'publicUrl' | 'demo'>): WhyNotOfficeViewer | null => {
  if (demo === 'public') return 'demo'
  if (publicUrl === undefined) return 'noAddress'
  const { protocol, hostname } = new URL(publicUrl)
  if (isLocal(hostname)) return 'privateAddress'
  return protocol === 'https:' ? null : 'notHttps'
}
