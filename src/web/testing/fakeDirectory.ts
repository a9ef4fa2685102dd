import { onTestFinished, vi } from 'vitest'

/** Files by name, and folders. */
type Node = { files: Map<string, Uint8Array<ArrayBuffer>>; folders: Map<string, Node> }

export type FakeDirectory = {
  /** The paths of all files. */
  paths: () => string[]
  /** The bytes of a file. */
  bytesOf: (path: string) => Uint8Array<ArrayBuffer>
  /** Deletes everything, as a browser that runs out of space. */
  evict: () => void
  /** Replaces a file, or deletes it. */
  change: (path: string, bytes: Uint8Array<ArrayBuffer> | undefined) => void
  /** Makes an empty file and its folders. */
  add: (path: string) => void
  /** Number of bytes that fit; undefined for no limit. */
  quota: number | undefined
  /** The free space that the browser reports. */
  free: number
}

const newNode = (): Node => ({ files: new Map(), folders: new Map() })

const notFound = () => new DOMException('Not found', 'NotFoundError')

const pathsIn = ({ files, folders }: Node, path = ''): string[] => [
  ...[...files.keys()].map((name) => path + name),
  ...[...folders].flatMap(([name, folder]) => pathsIn(folder, `${path}${name}/`)),
]

const usage = ({ files, folders }: Node): number =>
  [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0) +
  [...folders.values()].reduce((sum, each) => sum + usage(each), 0)

class FakeFileHandle {
  readonly #node: Node
  readonly #name: string
  readonly #mayWrite: (bytes: number) => boolean
  constructor(node: Node, name: string, mayWrite: (bytes: number) => boolean) {
    this.#node = node
    this.#name = name
    this.#mayWrite = mayWrite
  }
  async getFile() {
    const bytes = this.#node.files.get(this.#name)
    if (!bytes) throw notFound()
    return { arrayBuffer: async () => bytes.slice().buffer }
  }
  async createWritable() {
    let written = new Uint8Array(0)
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
        if (!this.#mayWrite(bytes.byteLength)) throw new DOMException('Full', 'QuotaExceededError')
        written = bytes.slice()
      },
      close: async () => void this.#node.files.set(this.#name, written),
      abort: async () => undefined,
    }
  }
}

const handleOf = (node: Node, mayWrite: (bytes: number) => boolean): object => ({
  getDirectoryHandle: async (name: string, { create = false } = {}) => {
    const folder = node.folders.get(name) ?? (create ? newNode() : undefined)
    if (!folder) throw notFound()
    node.folders.set(name, folder)
    return handleOf(folder, mayWrite)
  },
  getFileHandle: async (name: string, { create = false } = {}) => {
    if (!create && !node.files.has(name)) throw notFound()
    return new FakeFileHandle(node, name, mayWrite)
  },
  removeEntry: async (name: string) => {
    if (!node.files.delete(name) && !node.folders.delete(name)) throw notFound()
  },
  keys: async function* () {
    yield* [...node.files.keys(), ...node.folders.keys()]
  },
})

/** Gives the test an origin private file system in memory, which jsdom does not have. */
export const fakeDirectory = (): FakeDirectory => {
  const root = newNode()
  const nodeAt = (path: string): [Node, string] => {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    return [parts.reduce((node, part) => node.folders.get(part) ?? newNode(), root), name]
  }
  const fake: FakeDirectory = {
    paths: () => pathsIn(root).sort(),
    bytesOf: (path) => {
      const [node, name] = nodeAt(path)
      return node.files.get(name) ?? new Uint8Array(0)
    },
    evict: () => root.folders.clear(),
    change: (path, bytes) => {
      const [node, name] = nodeAt(path)
      if (bytes) node.files.set(name, bytes)
      else node.files.delete(name)
    },
    add: (path) => {
      const parts = path.split('/')
      const name = parts.pop() ?? ''
      let node = root
      for (const part of parts) {
        const folder: Node = node.folders.get(part) ?? newNode()
        node.folders.set(part, folder)
        node = folder
      }
      node.files.set(name, new Uint8Array(0))
    },
    quota: undefined,
    free: 1_000_000_000,
  }
  const mayWrite = (bytes: number) => fake.quota === undefined || usage(root) + bytes <= fake.quota
  vi.stubGlobal('FileSystemFileHandle', FakeFileHandle)
  vi.stubGlobal('isSecureContext', true)
  const storage = {
    getDirectory: async () => handleOf(root, mayWrite),
    estimate: async () => ({ quota: fake.free, usage: 0 }),
    persist: async () => false,
  }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'storage'))
  return fake
}
