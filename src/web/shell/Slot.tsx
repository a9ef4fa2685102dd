import { Component, type ReactNode, Suspense } from 'react'
import type { Screen } from './screen.ts'

class Quiet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

type SlotProps<P extends object> = { screen: Screen<P> | undefined } & P

/** A place that a feature fills: it takes no room until it has something to show, and what goes wrong in it takes nothing else away. */
export const Slot = <P extends object>({ screen, ...props }: SlotProps<P>) =>
  screen && (
    <Quiet>
      <Suspense>
        <screen.Component {...(props as unknown as P)} />
      </Suspense>
    </Quiet>
  )
