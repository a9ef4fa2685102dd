import '#server/work/picture.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isAnimated } from './animated.ts'

// Created from raw pixels: other tests of this process may import the server's image code, which restricts sharp to a few formats.
const side = 8
const pictureOf = (...colours: [red: number, green: number, blue: number][]) => {
  const pixels = colours.flatMap((colour) => Array.from({ length: side * side }, () => colour).flat())
  const raw = { width: side, height: side * colours.length, channels: 3 as const, pageHeight: side }
  return sharp(Uint8Array.from(pixels), { raw })
}
const still = () => pictureOf([255, 0, 0])
const moving = () => pictureOf([255, 0, 0], [0, 0, 255], [0, 255, 0])

test.each(['gif', 'webp'] as const)('distinguishes an animated %s from a still one', async (format) => {
  expect(isAnimated(await moving()[format]({ loop: 0 }).toBuffer())).toBe(true)
  expect(isAnimated(await still()[format]().toBuffer())).toBe(false)
})

test('treats pictures of other types as still', async () => {
  for (const format of ['png', 'jpeg'] as const) expect(isAnimated(await still()[format]().toBuffer())).toBe(false)
})

test('a PNG with an animation header is animated', async () => {
  const png = await still().png().toBuffer()
  const frames = Buffer.from([0, 0, 0, 8, ...Buffer.from('acTL'), 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
  // After the signature and the header.
  expect(isAnimated(Buffer.concat([png.subarray(0, 33), frames, png.subarray(33)]))).toBe(true)
})

test('treats a truncated picture as still', async () => {
  const gif = await moving().gif().toBuffer()
  for (const length of [0, 5, 13, 20, 40]) expect(isAnimated(gif.subarray(0, length))).toBe(false)
})
