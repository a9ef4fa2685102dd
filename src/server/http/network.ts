import { isIPv6 } from 'node:net'

/** Returns the eight groups of an IPv6 address in any spelling, without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [plain = ''] = address.split('%')
  // A URL normalizes every spelling of an address.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const [before, behind] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  return [...before, ...Array<string>(8 - before.length - behind.length).fill('0'), ...behind]
}

/** Returns what counts as one network: an IPv4 address, or the /64 that an IPv6 household has as a whole. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  // A dual-stack server sees IPv4 callers under ::ffff:0:0/96.
  return groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff' ? groups.join(':') : groups.slice(0, 4).join(':')
}
