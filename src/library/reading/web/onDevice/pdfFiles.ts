import { version } from 'pdfjs-dist/package.json'

/**
 * What pages of a PDF may need besides its bytes: decoders of scans, and fonts that files do not contain. Without a connection, a page
 * that needs one of them would stay empty.
 */
const names = [
  'wasm/openjpeg.wasm',
  'wasm/jbig2.wasm',
  'wasm/qcms_bg.wasm',
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => `standard_fonts/LiberationSans-${style}.ttf`),
  ...['Dingbats', 'Symbol'].map((name) => `standard_fonts/Foxit${name}.pfb`),
]

/** Returns their addresses. */
export const pdfFiles = (): string[] => names.map((name) => `/pdfjs/${version}/${name}`)
