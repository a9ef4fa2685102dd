import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Drawing } from '#web/ui/Drawing.tsx'
import { formatBytes, useWords } from '#web/words.ts'
import { documentsEn } from '../../documents.en.ts'
import { officeFormatOf } from './fileKind.ts'

const Middle = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-auto bg-background p-6 text-center">
    {children}
  </div>
)

/** A sheet of paper where the first page will be. */
export const ReaderLoading = ({ received }: { received: number }) => {
  const words = useWords(documentsEn).reader
  return (
    <div className="relative flex min-h-0 flex-1 justify-center overflow-hidden bg-skeleton p-3">
      <div className="aspect-[1/1.414] h-fit w-full max-w-3xl bg-surface shadow-sm" />
      <div className="absolute inset-x-0 top-1/3 text-center text-ink text-sm">
        <p role="status">{words.loading}</p>
        <p className="tabular-nums">{received > 0 && words.received(formatBytes(received))}</p>
      </div>
    </div>
  )
}

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert" className="max-w-prose">
    <p className="font-semibold text-lg">{title}</p>
    <p className="mt-1 text-muted">{children}</p>
  </div>
)

type UnavailableProps = {
  onRetry?: () => void
  /** Where only one page cannot be shown. */
  readOn?: { page: number; go: () => void } | undefined
  onClose: () => void
}

/** The document cannot be had or cannot be read. */
export const ReaderUnavailable = ({ onRetry, readOn, onClose }: UnavailableProps) => {
  const words = useWords(documentsEn).reader
  return (
    <Middle>
      <Drawing name="broken" />
      <Said title={words.unavailable}>{words.unavailableText}</Said>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onPress={onRetry}>
            {words.retry}
          </Button>
        )}
        {readOn && <Button onPress={readOn.go}>{words.readOn(readOn.page)}</Button>}
        <Button onPress={onClose}>{words.back}</Button>
      </div>
    </Middle>
  )
}

/** A phone that could not open a PDF can try it in the lightest way. */
export const ReaderTrouble = ({ onLoad, onClose }: { onLoad: () => void; onClose: () => void }) => {
  const words = useWords(documentsEn).reader
  return (
    <Middle>
      <Drawing name="books" />
      <Said title={words.android.title}>{words.android.text}</Said>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onPress={onLoad}>
          {words.android.load}
        </Button>
        <Button onPress={onClose}>{words.back}</Button>
      </div>
    </Middle>
  )
}

/** A type of file that the reader does not show, and why. */
export const NoPreview = ({ fileType }: { fileType: string }) => {
  const words = useWords(documentsEn).reader
  const office = officeFormatOf(fileType)
  return (
    <Middle>
      <Drawing name="books" />
      <p className="font-semibold text-lg">{words.noPreview}</p>
      {office && <p>{words.officeType[office]}</p>}
      <p className="wrap-anywhere max-w-prose text-muted">
        {office ? words.officeText : words.noPreviewText(fileType || words.unknownType)}
      </p>
    </Middle>
  )
}
