import { posix } from 'node:path'

/** One installed package as package-lock.json (version 3) writes it. */
export type LockEntry = {
  name?: string
  version?: string
  resolved?: string
  cpu?: string[]
  dev?: boolean
  devOptional?: boolean
  libc?: string[]
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lockfile = { packages: Record<string, LockEntry> }

const systems: Record<string, string> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win: 'win32',
  win32: 'win32',
}
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const libraries: Record<string, string> = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/** Where a platform variant runs, by its name: `x-linux-arm64-musl`, `x-win32-x64-msvc`, `x-wasm32-wasi`. */
export const platformOf = (name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> => {
  const words = posix.basename(name).split('-')
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu = words.find((word) => processors.includes(word))
  const libc = os === 'linux' ? words.map((word) => libraries[word]).find(Boolean) : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

/** The folders from the one of `path` up to the root in which Node, and npm, would look for a package. */
const lookups = function* (path: string): Generator<string> {
  let folder = path
  while (folder) {
    yield `${folder}/`
    const end = folder.lastIndexOf('/node_modules/')
    folder = end < 0 ? '' : folder.slice(0, end)
  }
  yield ''
}

export type Missing = { parent: string; name: string; version: string }

/** The optional packages that a package names and the lockfile lacks: `npm ci` refuses a lockfile that has any. */
export const missingVariants = ({ packages }: Lockfile): Missing[] =>
  Object.entries(packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => [...lookups(parent)].every((folder) => !packages[`${folder}node_modules/${name}`]))
      .map(([name, version]) => ({ parent, name, version })),
  )

/** An entry with its keys in the order in which npm writes them, so that an install does not rewrite the file. */
const variant = (parent: LockEntry, { name, version }: Missing): LockEntry => {
  const { cpu, libc, os } = platformOf(name)
  if (!cpu && !os) throw new Error(`The name ${name} does not say which platform it is for: add it to the lockfile by hand.`)
  return {
    version,
    ...(cpu && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(libc && { libc }),
    optional: true,
    ...(os && { os }),
  }
}

/** Returns the lockfile with every missing variant, at the place and in the order that npm would choose. */
export const completed = (lockfile: Lockfile): Lockfile => {
  const packages = { ...lockfile.packages }
  for (const missing of missingVariants(lockfile)) {
    if (!/^\d+\.\d+\.\d+/.test(missing.version))
      throw new Error(`${missing.parent} asks for ${missing.name} ${missing.version}, which is not an exact version: add it by hand.`)
    packages[`node_modules/${missing.name}`] = variant(packages[missing.parent] ?? {}, missing)
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lockfile, packages: Object.fromEntries(sorted) }
}
