/** A step is shown. */
export interface StepDetail {
  step: number;
  steps: number;
  /** What happened in it and why; empty at step 0. */
  text: string;
}
export interface ReadyDetail {
  step: number;
  steps: number;
  title: string;
}
export interface ErrorDetail {
  text: string;
}
export interface ResizeDetail {
  /** The height in px at which nothing is cut off. */
  height: number;
}
export interface AnswerDetail {
  lesson: string;
  beat: number;
  right: boolean;
}

export interface JoinScopeEvents {
  ready: CustomEvent<ReadyDetail>;
  step: CustomEvent<StepDetail>;
  error: CustomEvent<ErrorDetail>;
  resize: CustomEvent<ResizeDetail>;
  answer: CustomEvent<AnswerDetail>;
}

/**
 * `<join-scope scenario="orders.scenario.json" step="3">`: attributes scenario, step, theme (auto, light, dark), lang (auto, en, zh),
 * readonly (what the reader may do: none, step, all), controls (full, step, none), view (stage, tables, plane).
 * Without `scenario` the text between the tags is the scenario's JSON. Events do not bubble.
 */
export class JoinScope extends HTMLElement {
  /** The step shown, 0 to `steps`. */
  step: number;
  readonly steps: number;
  load(scenario: string | object, step?: number): void;
  seek(step: number): void;
  play(): void;
  pause(): void;
  addEventListener<K extends keyof JoinScopeEvents>(
    type: K,
    listener: (this: JoinScope, event: JoinScopeEvents[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: JoinScope, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof JoinScopeEvents>(
    type: K,
    listener: (this: JoinScope, event: JoinScopeEvents[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: JoinScope, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "join-scope": JoinScope;
  }
}
