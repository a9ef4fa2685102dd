import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** A part of a page as it was drawn, and the scripts that its browser needs to go on with it. */
export type Drawn = { html: string; scripts: readonly string[] }

/** Draws a page by its name, from plain data. Undefined where this page was not built to be drawn here. */
export type Draw = (name: string, data: unknown) => Drawn | undefined

type Built = { draw: (data: unknown) => string; scripts: readonly string[] }

/**
 * Loads pages that were built to be drawn by the server from `NAME.cjs` of this folder, each when it is first asked for.
 * They are built with the client and by themselves, because the server neither knows screens nor installs what draws them.
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
