import type { Server, Socket } from 'socket.io'
import type { FloodLimits } from '#server/http/floodLimits.ts'

/** Closes a socket that sends more packets than people can cause, even before it is signed in. Others do not notice. */
export const limitPackets = ({ engine }: Server, { socketPackets, socketWindowMs }: FloodLimits): void => {
  engine.on('connection', (connection: Socket['conn']) => {
    let [since, packets] = [0, 0]
    connection.on('packet', () => {
      const now = performance.now()
      if (now - since > socketWindowMs) [since, packets] = [now, 0]
      packets++
      if (packets > socketPackets) connection.close(true)
    })
  })
}
