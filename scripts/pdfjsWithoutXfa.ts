import type { Plugin } from 'vite'

/** Where the worker calls its code for XFA forms, and what stands there instead. */
const calls: readonly (readonly [call: string, instead: string])[] = [
  ['data ? new XFAFactory(data) : null', 'null'],
  ['XFAFactory.getRichTextAsHtml(dict.get("RC"))', 'null'],
  ['XFAFactory.getRichTextAsHtml(parentItem.get("RC"))', 'null'],
  ['const standardFontName = getXfaFontName(fontName.name);', 'const standardFontName = null;'],
  ['baseDict = dict = getXfaFontDict(fontName.name);', ''],
  ['!getXfaFontName(`', '!(`'],
  ['parseFont(name, getXfaFontDict(name), {', 'parseFont(name, null, {'],
]

/** Returns the code of the worker without these calls. Throws if one of them is missing or looks different. */
export const withoutXfa = (code: string): string =>
  calls.reduce((before, [call, instead]) => {
    const parts = before.split(call)
    if (parts.length !== 2) throw new Error(`pdf.js now uses its code for XFA in a different way: see scripts/pdfjsWithoutXfa.ts (${call})`)
    return parts.join(instead)
  }, code)

/**
 * The reader shows no XFA forms (`enableXfa: false` in pdf.ts), but pdf.js decides so only while it runs, and a bundler keeps the code: a
 * seventh of the worker. Without its calls, the bundler leaves it out. The appearance of forms that also have AcroForm fields is unchanged.
 */
export const pdfjsWithoutXfa = (): Plugin => ({
  name: 'pdfjs-without-xfa',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('pdfjs-dist/legacy/build/pdf.worker.mjs')) return undefined
    return { code: withoutXfa(code), map: null }
  },
})
