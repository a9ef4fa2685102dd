import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Document } from '../documents.contract.ts'
import { DocumentRow, type RowActions } from './DocumentRow.tsx'

/** A short list is simply there; only a longer one keeps no more rows than are looked at. */
const shortList = 60
const usualHeight = 60

type Props = { documents: readonly Document[]; query: string; actions: RowActions; label: string }

/** How far an element is below the top of the page, also while branches above it open and close. */
const useOffset = () => {
  const element = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top
      if (top !== undefined) setOffset(Math.round(top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { element, offset }
}

const LongRows = ({ documents, query, actions, label }: Props) => {
  const { element, offset } = useOffset()
  const virtualizer = useWindowVirtualizer({
    count: documents.length,
    estimateSize: () => usualHeight,
    getItemKey: (index) => documents[index]?._id ?? index,
    overscan: 10,
    scrollMargin: offset,
  })
  return (
    <ul ref={element} aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const document = documents[index]
        return (
          document && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={documents.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              <DocumentRow {...{ document, query, actions }} />
            </li>
          )
        )
      })}
    </ul>
  )
}

/** The documents of one branch. */
export const DocumentRows = (props: Props) => {
  const { documents, query, actions, label } = props
  if (documents.length === 0) return null
  if (documents.length > shortList) return <LongRows {...props} />
  return (
    <ul aria-label={label}>
      {documents.map((document) => (
        <li key={document._id}>
          <DocumentRow {...{ document, query, actions }} />
        </li>
      ))}
    </ul>
  )
}
