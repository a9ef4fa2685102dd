import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The rendered part of a page, and the scripts that its browser needs to continue. */
export type Drawn = { html: string; scripts: readonly string[] }

/** Renders a page by its name, from plain data. Returns undefined if this page was not built for rendering here. */
export type Draw = (name: string, data: unknown) => Drawn | undefined

type Built = { draw: (data: unknown) => string; scripts: readonly string[] }

/**
 * Loads pages that were built for server rendering from `NAME.cjs` of this folder, each on first use. They are built separately
 * with the client, because the server knows no screens and does not install what renders them.
 */
export const drawingFrom = (folder: string): Draw => {
  const load = createRequire(import.meta.url)
  const built = new Map<string, Built | undefined>()
  return (name, data) => {
    const path = join(folder, `${name}.cjs`)
    if (!built.has(name)) built.set(name, existsSync(path) ? (load(path) as Built) : undefined)
    const page = built.get(name)
    return page && { html: page.draw(data), scripts: page.scripts }
  }
}
