const quality = 0.82

/** Some browsers return noise for painted pixels, so that pages cannot recognize them. */
const isPaintedTruly = (): boolean => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return false
  const side = 8
  canvas.width = side
  canvas.height = side
  context.fillStyle = '#204060'
  context.fillRect(0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  return data.every((value, at) => value === [0x20, 0x40, 0x60, 0xff][at % 4])
}

const written = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

export type Painted = {
  blob: Blob
  /** Pixels of the original picture, upright. */
  width: number
  height: number
}

/**
 * Paints a picture again: upright, at most `side` pixels wide and high, without metadata, only the first frame of an animation. As
 * the first of `types` that the browser can write, else as PNG. Rejects if the browser cannot decode it or returns false pixels.
 */
export const paintPicture = async (picture: Blob, side: number, types: readonly string[]): Promise<Painted> => {
  if (!isPaintedTruly()) throw new Error('This browser does not say what it has painted')
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  const { width, height } = bitmap
  const canvas = document.createElement('canvas')
  try {
    const scale = Math.min(1, side / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser does not paint')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    for (const type of [...types, 'image/png']) {
      const blob = await written(canvas, type)
      if (blob?.type === type) return { blob, width, height }
    }
    throw new Error('This browser does not write pictures')
  } finally {
    bitmap.close()
    // Frees its memory at once, and not when it is collected.
    canvas.width = 0
    canvas.height = 0
  }
}
