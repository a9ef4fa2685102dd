import { lazy, Suspense } from 'react'
import { useAsked } from './confirm.ts'
import { ToastRegion } from './ToastRegion.tsx'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Renders `toast` and `confirm`; used once, beside the pages. */
export const Hosts = () => {
  const asked = useAsked()
  return (
    <>
      <ToastRegion />
      {asked && (
        <Suspense>
          <ConfirmDialog {...asked} onConfirm={() => asked.answer(true)} onClose={() => asked.answer(false)} />
        </Suspense>
      )}
    </>
  )
}
