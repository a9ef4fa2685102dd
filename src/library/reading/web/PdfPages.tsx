import { useMemo } from 'react'
import type { Find } from './find/useFind.ts'
import type { LaidTexts } from './laidTexts.ts'
import { PdfPage } from './PdfPage.tsx'
import { totalHeight } from './pageLayout.ts'
import type { PaintQueue } from './paintQueue.ts'
import type { Pdf } from './pdf.ts'
import type { PageLayout } from './usePageLayout.ts'

type Props = {
  pdf: Pdf
  onPainted: () => void
  onFailed: () => void
  layout: PageLayout
  paint: PaintQueue
  find: Find
  texts: LaidTexts
  distance: (page: number) => number
}

/** Renders only the pages near the viewport. */
export const PdfPages = ({ pdf, layout, paint, find: { query, place }, texts, distance, onPainted, onFailed }: Props) => {
  const elsewhere = useMemo(() => ({ query, index: undefined }), [query])
  const here = useMemo(() => ({ query, index: place?.index, asked: place }), [query, place])
  return (
    <div className="relative min-w-full" style={{ height: totalHeight(layout.placed), width: layout.width }}>
      {[...layout.live]
        .sort((a, b) => a - b)
        .map((page) => {
          const where = layout.placed[page - 1]
          return (
            where && (
              <PdfPage
                key={page}
                {...{ pdf, paint, page, texts, distance, onPainted, onFailed }}
                place={where}
                sought={page === place?.unit ? here : elsewhere}
                paintScale={layout.paintScaleOf(page)}
                onSize={layout.learnSize}
              />
            )
          )
        })}
    </div>
  )
}
