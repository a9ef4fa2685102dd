import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { FloodLimits } from './floodLimits.ts'
import { networkOf } from './network.ts'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Closes the connections of one address beyond a limit. A trusted proxy is exempt, because everyone behind it has its address. */
export const limitConnections = (
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { connectionsPerAddress }: Pick<FloodLimits, 'connectionsPerAddress'>,
): void => {
  const trusted = listOf(trustProxy)
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trusted.check(remoteAddress, familyOf(remoteAddress))) return
    const network = networkOf(remoteAddress)
    const before = open.get(network) ?? 0
    if (before >= connectionsPerAddress) return void socket.destroy()
    open.set(network, before + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
