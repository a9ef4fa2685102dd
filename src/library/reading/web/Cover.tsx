import { File, FileSpreadsheet, FileText, Image, Presentation } from 'lucide-react'
import { useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { officeFormatOf } from '../reading.policy.ts'
import { typeLabel } from './documentType.ts'
import { kindOf } from './fileKind.ts'

const iconOf = ({ fileType }: Document) => {
  const office = officeFormatOf(fileType)
  if (office === 'ppt' || office === 'pptx') return Presentation
  if (office === 'xls' || office === 'xlsx') return FileSpreadsheet
  const kind = kindOf(fileType)
  if (kind === 'picture') return Image
  if (kind === 'table') return FileSpreadsheet
  return kind === 'other' ? File : FileText
}

/** A blank page with the file type, if there is no cover picture. */
const Sheet = ({ document }: { document: Document }) => {
  const Icon = iconOf(document)
  return (
    <span className="flex size-full flex-col items-center justify-center gap-0.5 bg-tint text-muted">
      <Icon className="size-5" />
      <span className="font-medium text-[0.625rem] leading-none">{typeLabel(document)}</span>
    </span>
  )
}

/** Fixed size in a row; on a card, the width of the card. */
const sizes = { row: 'h-14 w-10 rounded-sm', card: 'aspect-[5/7] w-full rounded-md' }

type CoverProps = { document: Document; size?: keyof typeof sizes; className?: string }

/** A small picture of the first page. It is decorative, since the title is beside it, and its size is reserved while it loads. */
export const Cover = ({ document, size = 'row', className = '' }: CoverProps) => {
  const { coverUrl } = document
  // Signed addresses expire after a day on a page that is left open.
  const [failed, setFailed] = useState<string>()
  return (
    <span aria-hidden="true" className={`block shrink-0 overflow-hidden bg-surface ${sizes[size]} ${className}`}>
      {coverUrl !== null && failed !== coverUrl ? (
        <img
          src={coverUrl}
          alt=""
          width={40}
          height={56}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(coverUrl)}
          className="size-full object-cover object-top"
        />
      ) : (
        <Sheet document={document} />
      )}
    </span>
  )
}
