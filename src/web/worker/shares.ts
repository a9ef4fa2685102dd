/*
 * Takes what another app shares. The page of another site can send a form here too: it can fill no more than the limits below, and
 * nothing leaves the device before the person has chosen where to.
 */
import { type ShareInfo, type ShareProblem, shareCache, shareFileAt, shareInfoAt, shareMaxAgeMs } from '#contract/share.ts'

const MB = 1_048_576
/** The largest file that Chat accepts; documents are smaller. */
const MAX_FILE_BYTES = 25 * MB
const MAX_BYTES = 100 * MB
const MAX_FILES = 30
/** Characters of a text, as in the caption of a file. */
const MAX_TEXT = 20_000

const isAccepted = ({ name, type }: File): boolean => (type === '' ? /\.pdf$/i.test(name) : /^(?:application\/pdf|image\/.+)$/.test(type))

const textOf = (form: FormData): string => {
  const given = ['title', 'text', 'url'].map((name) => form.get(name)).filter((value) => typeof value === 'string')
  const lines = given.map((value) => value.trim()).filter((value) => value !== '')
  // Browsers put a link into the text or into the address, and some into both.
  const own = lines.filter(
    (line, at) => !lines.some((other, otherAt) => otherAt !== at && (other.length > line.length || otherAt < at) && other.includes(line)),
  )
  return [...own.join('\n')].slice(0, MAX_TEXT).join('')
}

const store = async (key: string, form: FormData): Promise<void> => {
  await caches.delete(shareCache)
  const cache = await caches.open(shareCache)
  const info: ShareInfo = { at: Date.now(), text: textOf(form), files: [], problems: [] }
  let bytes = 0
  const add = async (file: File): Promise<ShareProblem | undefined> => {
    if (!isAccepted(file)) return 'wrongType'
    if (info.files.length === MAX_FILES) return 'tooMany'
    if (file.size > MAX_FILE_BYTES || bytes + file.size > MAX_BYTES) return 'tooLarge'
    const { name, type } = file
    try {
      await cache.put(shareFileAt(key, info.files.length), new Response(file))
    } catch {
      return 'full'
    }
    bytes += file.size
    info.files.push({ name, type: type || 'application/pdf' })
    return undefined
  }
  for (const file of form.getAll('files')) {
    const problem = typeof file === 'string' ? undefined : await add(file)
    if (problem && typeof file !== 'string') info.problems.push({ name: file.name, problem })
  }
  await cache.put(shareInfoAt(key), Response.json(info))
}

/** The shares that are being stored now: the last thing stored is what tells how old one is. */
let storing = 0

/** Stores what is shared in place of an earlier share, and opens the page that shows it. */
export const takeShare = async (request: Request): Promise<Response> => {
  const key = crypto.randomUUID()
  storing += 1
  try {
    await store(key, await request.formData())
    return Response.redirect(`/share?key=${key}`, 303)
  } catch {
    await caches.delete(shareCache).catch(() => false)
    return Response.redirect('/share?failed', 303)
  } finally {
    storing -= 1
  }
}

/** Deletes a share that nobody has used for a day. */
export const deleteOldShare = async (): Promise<void> => {
  if (!(await caches.has(shareCache))) return
  const cache = await caches.open(shareCache)
  const at = (await cache.keys()).find(({ url }) => url.endsWith('/info'))
  const info = at && ((await (await cache.match(at))?.json()) as ShareInfo | undefined)
  if (storing > 0) return
  if (!info || Date.now() - info.at > shareMaxAgeMs) await caches.delete(shareCache)
}
