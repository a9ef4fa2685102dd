import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { afterTest } from '#server/testing/afterwards.ts'
import { given } from '#server/testing/given.ts'

test('a connection that a browser opens in advance while the server begins to close does not delay the end', async () => {
  const { app } = await given()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const close = app.server.close.bind(app.server)
  // The first to close the server does so once it has accepted one more connection.
  app.server.close = (done) => {
    app.server.close = close
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    afterTest(() => socket.destroy())
    void once(app.server, 'connection').then(() => close(done))
    return app.server
  }
  const isOver = app.close().then(() => 'over')
  const isCutOff = new Promise((resolve) => setTimeout(resolve, 5_000, 'still open'))
  expect(await Promise.race([isOver, isCutOff])).toBe('over')
})
