import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AllPageFiles, type OpenedPage, pageFilesId, pageFilesName } from '#contract/pageFiles.ts'
import { dataBlock } from './html.ts'

const readList = (folder: string): AllPageFiles => {
  const assets = join(folder, 'assets')
  const name = existsSync(assets) ? readdirSync(assets).find((each) => pageFilesName.test(each)) : undefined
  return name === undefined ? {} : JSON.parse(readFileSync(join(assets, name), 'utf8'))
}

/**
 * Returns a function that names the files of a page in front of its first script, which fetches them. Those of all pages would be half of
 * that script.
 */
export const pageFilesIn = (folder: string): ((html: string, path: string) => string) => {
  const pages = new Map(Object.entries(readList(folder)))
  return (html, path) => {
    const files = pages.get(path)
    if (!files) return html
    const opened: OpenedPage = { path, files }
    return html.replace('<script', () => `${dataBlock('application/json', opened, pageFilesId)}<script`)
  }
}
