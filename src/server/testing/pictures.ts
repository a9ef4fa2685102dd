import sharp from 'sharp'

type PictureOptions = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' }

const make = ({ width, height, format }: Required<PictureOptions>): Promise<Buffer> => {
  const colors = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff]
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.writeUIntBE(colors[(x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2)] ?? 0, (y * width + x) * 3, 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format, { quality: 95 })
    .toBuffer()
}

const made = new Map<string, Promise<Buffer>>()

/** A picture of four coloured quarters: red and green above, blue and white below. Each is made once. */
export const picture = async ({ width = 40, height = 20, format = 'png' }: PictureOptions = {}): Promise<Buffer> => {
  const key = `${width} ${height} ${format}`
  const bytes = made.get(key) ?? make({ width, height, format })
  made.set(key, bytes)
  return Buffer.from(await bytes)
}
