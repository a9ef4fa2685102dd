/** The types that the server accepts. A phone that stores photographs in another format converts them to one of these on choosing. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif'

/** Returns whether a file claims to be a picture, by its name if the device knows no type. The server checks the content. */
export const isPicture = ({ type, name }: File): boolean =>
  type === '' ? /\.(?:jpe?g|png|webp|gif)$/i.test(name) : type.startsWith('image/')

/**
 * For a form's `check`, which reports it as soon as the file is chosen: `check: (_, file) => ({ image: pictureProblem(file,
 * words.notPicture) })`. The form checks the size by the contract.
 */
export const pictureProblem = (file: File | null, notPicture: string): string | undefined =>
  file && !isPicture(file) ? notPicture : undefined
