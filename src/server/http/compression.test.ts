import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { groupOf, said } from '#chat/conversations/server/testing/chat.ts'
import { given } from '#server/testing/given.ts'

test('compresses an uncached reply too if it is large enough and the caller accepts it', async () => {
  const app = await given()
  const asha = await app.as('student')
  const group = await groupOf(app, [asha])
  const ask = async (encodings: string) => {
    const headers = { authorization: asha.token, 'accept-encoding': encodings }
    const { rawPayload: bytes, headers: answered } = await app.server.inject({
      url: `/api/chat/conversations/${group}/messages`,
      headers,
    })
    expect(answered.vary).toBe('accept-encoding')
    expect(answered['content-length']).toBe(String(bytes.length))
    return { bytes, encoding: answered['content-encoding'] }
  }
  expect((await ask('gzip, deflate, br')).encoding).toBe(undefined)
  for (let number = 1; number <= 5; number++) await said(asha, group, `Who has read chapter ${number}? परीक्षा`)
  const [plain, inBrotli, inGzip] = [await ask('identity'), await ask('gzip, deflate, br, zstd'), await ask('br;q=0, gzip;q=0.5')]
  expect([plain, inBrotli, inGzip].map(({ encoding }) => encoding)).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(inBrotli.bytes)).toEqual(plain.bytes)
  expect(gunzipSync(inGzip.bytes)).toEqual(plain.bytes)
  expect(inBrotli.bytes.length).toBeLessThan(plain.bytes.length / 2)
})
