import { globSync, readFileSync } from 'node:fs'
import { chosenScreens, type Screen, type Viewer } from './screens.ts'

/** The role that views a page of this access: the one for which it is made. */
const viewers: Readonly<Record<string, Viewer>> = {
  anyone: 'anyone',
  member: 'student',
  student: 'student',
  staff: 'manager',
  admin: 'admin',
  superadmin: 'superadmin',
}

type DeclaredPage = { path: string; as: Viewer | undefined }

/** The pages that features declare, in the order of their files. */
export const declaredPages: readonly DeclaredPage[] = globSync('src/*/*/*.pages.tsx', { cwd: new URL('..', import.meta.url) })
  .toSorted()
  .flatMap((file) => [...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(/\bpath: '([^']+)',\s*access: '(\w+)'/g)])
  .map(([, path = '', access = '']) => ({ path, as: viewers[access] }))

const chosenPaths = chosenScreens.map(({ path }) => path.replace(/\?.*/, ''))

/** Every page. A page whose address has an id is shown only if it is chosen. */
export const screens: readonly Screen[] = [
  ...chosenScreens,
  ...declaredPages.flatMap(({ path, as }) =>
    as && path !== '/' && !path.includes(':') && !chosenPaths.includes(path) ? [{ path, as }] : [],
  ),
]
