/** What the server takes. A phone that keeps its photographs in another format converts them to one of these on choosing. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'

/** Whether a file says that it is a picture, by its name where the device knows no type. The server judges the content. */
export const isPicture = ({ type, name }: File): boolean =>
  type === '' ? /\.(?:jpe?g|png|webp|gif)$/i.test(name) : type.startsWith('image/')

/**
 * For a form's `check`, which tells it as soon as the file is chosen: `check: (_, file) => ({ image: pictureProblem(file, words.notPicture) })`.
 * The form holds the size against the contract by itself.
 */
export const pictureProblem = (file: File | null, notPicture: string): string | undefined =>
  file && !isPicture(file) ? notPicture : undefined
