import { encode } from 'uqr'
import { saveFile } from '#web/api/download.ts'

/** Pixels of one module: sharp enough for an app that reads the picture. */
const MODULE_PIXELS = 12

/** Saves a text as a picture of its QR code, black on white. */
export const saveQrPicture = (text: string, fileName: string): void => {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const canvas = document.createElement('canvas')
  canvas.width = size * MODULE_PIXELS
  canvas.height = size * MODULE_PIXELS
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = 'black'
  for (const [y, row] of data.entries())
    for (const [x, isBlack] of row.entries()) if (isBlack) pen.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, MODULE_PIXELS, MODULE_PIXELS)
  canvas.toBlob((blob) => blob && saveFile(new File([blob], fileName, { type: 'image/png' })), 'image/png')
}
