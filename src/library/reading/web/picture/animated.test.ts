import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated } from './animated.ts'

const size = { width: 8, height: 8, channels: 3 as const }
const frame = (background: string) =>
  sharp({ create: { ...size, background } })
    .png()
    .toBuffer()
const still = async () => sharp(await frame('red'))
const moving = async () => sharp([await frame('red'), await frame('blue'), await frame('green')], { join: { animated: true } })

test.each(['gif', 'webp'] as const)('a %s that moves is told from one that does not', async (format) => {
  expect(isAnimated(await (await moving())[format]({ loop: 0 }).toBuffer())).toBe(true)
  expect(isAnimated(await (await still())[format]().toBuffer())).toBe(false)
})

test('pictures of other kinds stand still', async () => {
  for (const format of ['png', 'jpeg'] as const) expect(isAnimated(await (await still())[format]().toBuffer())).toBe(false)
})

test('a PNG that announces frames moves', async () => {
  const png = await frame('red')
  const frames = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
  // After the signature and the header.
  expect(isAnimated(Buffer.concat([png.subarray(0, 33), frames, png.subarray(33)]))).toBe(true)
})

test('a picture that breaks off is no riddle', async () => {
  const gif = await (await moving()).gif().toBuffer()
  for (const length of [0, 5, 13, 20, 40]) expect(isAnimated(gif.subarray(0, length))).toBe(false)
})
