import { Component, type ReactNode, Suspense } from 'react'
import type { Screen } from './screen.ts'

class Quiet extends Component<{ children: ReactNode; instead: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

type SlotProps<P extends object> = {
  screen: Screen<P> | undefined
  /** What stands there as long as the screen does not, or where its code did not arrive. */
  instead?: ReactNode
} & P

/** A place that a feature fills: it takes no room until it has something to show, and what goes wrong in it takes nothing else away. */
export const Slot = <P extends object>({ screen, instead = null, ...props }: SlotProps<P>) =>
  screen ? (
    <Quiet instead={instead}>
      <Suspense fallback={instead}>
        <screen.Component {...(props as unknown as P)} />
      </Suspense>
    </Quiet>
  ) : (
    instead
  )
