import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const list = fileURLToPath(import.meta.resolve('lucide-react')).replace(/\/dist\/.*$/, '/dist/esm/lucide-react.mjs')
const statement = /import \{([^}]*)\} from 'lucide-react'/g

/** Returns the file of each icon, by each of its names. */
const iconFiles = (): Map<string, string> => {
  const exported = readFileSync(list, 'utf8').matchAll(/^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/gm)
  return new Map(
    [...exported].flatMap(([, names = '', file = '']) => [...names.matchAll(/ as (\w+)/g)].map(([, name = '']) => [name, file])),
  )
}

/**
 * Imports each icon from its own file. Through the one list of all icons every page would seem to import the icons of all pages,
 * and chunks.ts would add those to the first visit.
 */
export const directIcons = (): Plugin => {
  const files = iconFiles()
  /** `Check`, `Map as MapIcon`, or a type, which leaves nothing. */
  const direct = (imported: string): string => {
    if (imported.startsWith('type ')) return ''
    const [name = '', alias = name] = imported.split(/\s+as\s+/)
    const file = files.get(name)
    if (!file) throw new Error(`lucide-react has no icon ${name}`)
    return `import ${alias} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'carrel:direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.includes('/src/') || !/\.tsx?$/.test(id) || !code.includes("'lucide-react'")) return undefined
      const lines = (names: string): string[] =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          .map(direct)
      return code.replace(statement, (_, names: string) => lines(names).join(';'))
    },
  }
}
