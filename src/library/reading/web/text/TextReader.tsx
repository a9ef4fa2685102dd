import { memo } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { FileDocument } from '../FileDocument.tsx'
import { Marked } from '../find/Marked.tsx'
import { type BlockProps, type Blocks, BlocksReader, blockStyle } from './BlocksReader.tsx'
import { decodeText, maxTextBytes } from './decode.ts'
import { FormattedBlock } from './markdown/FormattedBlock.tsx'
import { type FormattedBlocks, formattedBlocks } from './markdown/formattedBlocks.ts'
import { textBlocks } from './textBlocks.ts'

const PlainBlock = memo(({ blocks, index, start, query, current, mark, measure }: BlockProps<Blocks>) => (
  <div
    data-index={index}
    ref={measure}
    dir="auto"
    className={`${blockStyle} whitespace-pre-wrap leading-6 [unicode-bidi:plaintext]`}
    style={{ transform: `translateY(${start}px)` }}
  >
    <Marked text={blocks.textOf(index)} query={query} current={current} currentRef={mark} />
  </div>
))

type Made = { formatted: FormattedBlocks } | { plain: Blocks }

const makePlain = async (bytes: Uint8Array, signal: AbortSignal): Promise<Made> => ({ plain: await textBlocks(decodeText(bytes), signal) })

const makeMarkdown = async (bytes: Uint8Array, signal: AbortSignal): Promise<Made> => {
  const formatted = formattedBlocks(decodeText(bytes))
  return formatted ? { formatted } : makePlain(bytes, signal)
}

/** Plain text as written, and Markdown with headings, lists and links. */
export const TextDocument = ({ document, onClose }: { document: Document; onClose: () => void }) => (
  <FileDocument {...{ document, onClose }} make={document.fileType === 'text/markdown' ? makeMarkdown : makePlain} mostBytes={maxTextBytes}>
    {(made) =>
      'plain' in made ? (
        <BlocksReader document={document} blocks={made.plain} Block={PlainBlock} />
      ) : (
        <BlocksReader document={document} blocks={made.formatted} Block={FormattedBlock} />
      )
    }
  </FileDocument>
)
