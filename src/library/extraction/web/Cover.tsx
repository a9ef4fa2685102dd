import { File, FileSpreadsheet, FileText, Image, Presentation } from 'lucide-react'
import { useState } from 'react'
import type { Document } from '#library/documents/documents.contract.ts'
import { officeFormatOf } from '#library/reading/reading.policy.ts'
import { typeLabel } from '#library/reading/web/documentType.ts'
import { kindOf } from '#library/reading/web/fileKind.ts'

const iconOf = ({ fileType }: Document) => {
  const office = officeFormatOf(fileType)
  if (office === 'ppt' || office === 'pptx') return Presentation
  if (office === 'xls' || office === 'xlsx') return FileSpreadsheet
  const kind = kindOf(fileType)
  if (kind === 'picture') return Image
  if (kind === 'table') return FileSpreadsheet
  return kind === 'other' ? File : FileText
}

/** A sheet with the kind of the file on it, where there is no picture of the first page. */
const Sheet = ({ document }: { document: Document }) => {
  const Icon = iconOf(document)
  return (
    <span className="flex size-full flex-col items-center justify-center gap-0.5 bg-hover text-muted">
      <Icon className="size-5" />
      <span className="font-medium text-[0.625rem] leading-none">{typeLabel(document)}</span>
    </span>
  )
}

/** In a row it has one size; on a card it is as wide as the card. */
const sizes = { row: 'h-14 w-10 rounded-sm', card: 'aspect-[5/7] w-full rounded-md' }

type CoverProps = { document: Document; size?: keyof typeof sizes; className?: string }

/** A small picture of the first page. It says nothing that the title beside it does not, and has its size before it is there. */
export const Cover = ({ document, size = 'row', className = '' }: CoverProps) => {
  const { coverUrl } = document
  // A link of yesterday opens no longer on a page that was left open for days.
  const [failed, setFailed] = useState<string>()
  return (
    <span aria-hidden="true" className={`block shrink-0 overflow-hidden border border-line bg-surface ${sizes[size]} ${className}`}>
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
