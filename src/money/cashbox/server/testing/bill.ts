/** The multipart form of a cash box entry as the page sends it: the fields, then the picture of the bill. */
export const billForm = (fields: object, photo?: Buffer): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (photo) form.append('photo', new File([new Uint8Array(photo)], 'bill.png', { type: 'image/png' }))
  return form
}
