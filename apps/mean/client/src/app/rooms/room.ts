import {
  afterNextRender,
  afterRenderEffect,
  ChangeDetectorRef,
  Component,
  computed,
  type ElementRef,
  effect,
  Injector,
  inject,
  input,
  signal,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { isOfComposition, limits, testIds } from '@meteor-vs-mean/contract';
import { Session } from '../accounts/session';
import { gone } from '../gone';
import { HalfTyped } from '../half-typed';
import { newId } from '../live/id';
import { Live } from '../live/live';
import type { Row } from '../live/overlay';
import { OverLimit } from '../over-limit';
import { PageTitle } from '../page-title';
import { Removal } from '../removal/removal';
import { isReplayed } from '../replayed';
import { History } from './history';
import { Nickname } from './nickname';
import { Presence } from './presence';
import { Times } from './times';

/** A distance from the end, in pixels, that counts as the end. */
const near_px = 30;

/** A chat room: the people and their messages. */
@Component({
  selector: 'app-room',
  imports: [RouterLink, HalfTyped, OverLimit, Removal],
  providers: [History, Presence],
  templateUrl: './room.html',
  host: { '(document:visibilitychange)': 'readIfSeen()' },
})
export class RoomPage {
  readonly roomId = input.required<string>();
  protected readonly limits = limits;
  protected readonly testIds = testIds;
  protected readonly history = inject(History);
  protected readonly presence = inject(Presence);
  protected readonly times = inject(Times);
  /** Screen readers must not announce older messages as new. */
  protected readonly isLoadingOlder = signal(false);
  readonly #injector = inject(Injector);
  readonly #view = inject(ChangeDetectorRef);
  readonly #live = inject(Live);
  readonly #router = inject(Router);
  readonly #nickname = inject(Nickname);
  protected readonly account = inject(Session).account;
  /** The guest's nickname, or the account's name. */
  protected readonly nickname = computed(() => this.account()?.username ?? this.#nickname.value());
  readonly #rooms = this.#live.query('rooms.all', () => ({}));
  protected readonly room = computed(() => this.#rooms.rows().find(({ _id }) => _id === this.roomId()));
  protected readonly isMissing = computed(() => this.#rooms.isReady() && !this.room());
  protected readonly gone = gone(this.room, this.roomId);
  /** Ids of unread messages, oldest first. */
  protected readonly unread = signal<readonly string[]>([]);
  /** The number of messages below the visible part. */
  protected readonly below = computed(() => (this.#isAtBottom() ? 0 : this.unread().length));
  readonly #own = new Set<string>();
  private readonly scroll = viewChild<ElementRef<HTMLElement>>('scroll');
  readonly #isAtBottom = signal(true);
  /** The last known scroll position, in pixels. */
  #top = 0;

  constructor() {
    this.history.follow(this.roomId, (messages) => this.#arrived(messages));
    this.presence.follow(
      this.roomId,
      this.nickname,
      computed(() => this.#rooms.isReady() && !this.isMissing()),
    );
    effect(() => {
      this.roomId();
      this.unread.set([]);
      this.#isAtBottom.set(true);
    });
    const title = inject(PageTitle);
    effect(() => {
      if (this.isMissing()) title.setMissing();
      else title.set(this.room()?.name ?? 'Room', this.unread().length);
    });
    afterRenderEffect(() => {
      this.history.messages();
      if (this.#isAtBottom()) this.#toBottom();
      if (this.#live.isOnline()) this.#fill();
    });
    afterRenderEffect((onCleanup) => {
      const box = this.scroll()?.nativeElement;
      if (!box) return;
      const observer = new ResizeObserver(() => {
        if (this.#isAtBottom()) this.#toBottom();
        this.#fill();
      });
      observer.observe(box);
      onCleanup(() => observer.disconnect());
    });
  }

  /** Enter sends, Shift+Enter starts a new line. */
  protected press(event: KeyboardEvent, input: HTMLTextAreaElement): void {
    if (event.key !== 'Enter' || event.shiftKey || isOfComposition(event) || isReplayed(event)) return;
    event.preventDefault();
    this.send(event, input);
  }

  protected send(event: Event, input: HTMLTextAreaElement): void {
    const text = input.value.trim();
    if (!text || text.length > limits.messageTextLength || isReplayed(event)) return;
    const _id = newId();
    this.#own.add(_id);
    this.#isAtBottom.set(true); // to show the user's own message
    this.#live.write('messages.send', { _id, roomId: this.roomId(), nickname: this.nickname(), text });
    input.value = '';
    this.#view.detectChanges(); // at once, because the next frame may be late
  }

  protected goBelow(text: HTMLElement): void {
    this.#isAtBottom.set(true);
    this.#toBottom();
    // The button disappears when the newest message is visible.
    text.focus();
  }

  protected remove(): void {
    const _id = this.roomId();
    void this.#router.navigateByUrl('/').finally(() => this.#live.write('rooms.remove', { _id }));
  }

  protected rename(input: HTMLInputElement): void {
    const nickname = input.value.trim();
    if (nickname.length > limits.nicknameLength) return;
    if (nickname) this.#nickname.set(nickname);
    input.value = this.nickname();
  }

  protected scrolled(): void {
    const box = this.scroll()?.nativeElement;
    if (!box) return;
    // Only the reader leaves the bottom: a new layout also moves it.
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < near_px;
    if (isNear || box.scrollTop < this.#top) this.#isAtBottom.set(isNear);
    this.#top = box.scrollTop;
    this.readIfSeen();
    if (box.scrollTop < box.clientHeight / 2) void this.#loadOlder(box);
  }

  /** If all messages fit, nobody can scroll up to older ones, so they are loaded. */
  #fill(): void {
    const box = this.scroll()?.nativeElement;
    if (box && box.scrollHeight <= box.clientHeight) void this.#loadOlder(box);
  }

  /** Keeps the scroll position of the visible messages. */
  async #loadOlder(box: HTMLElement): Promise<void> {
    this.isLoadingOlder.set(true);
    if (!(await this.history.older())) return this.isLoadingOlder.set(false);
    const first = box.querySelector('article');
    const before = first?.offsetTop ?? 0;
    const stay = () => {
      box.scrollTop += (first?.offsetTop ?? 0) - before;
      // A screen reader reads the page when it is rendered.
      setTimeout(() => this.isLoadingOlder.set(false), 500);
    };
    afterNextRender({ mixedReadWrite: stay }, { injector: this.#injector });
  }

  #arrived(messages: readonly Row<'messages'>[]): void {
    if (this.#isAtBottom() && !this.#hasLeft() && !document.hidden) return;
    const me = this.account()?.userId;
    const others = messages.filter(({ _id, userId }) => !this.#own.has(_id) && !(me && userId === me));
    const ids = others.map(({ _id }) => _id);
    if (ids.length > 0) this.unread.update((unread) => [...unread, ...ids]);
  }

  protected readIfSeen(): void {
    if (this.#isAtBottom() && !document.hidden && this.unread().length > 0) this.unread.set([]);
  }

  /** Whether the reader has scrolled up; the scroll event may be late. */
  #hasLeft(): boolean {
    const box = this.scroll()?.nativeElement;
    return box !== undefined && box.scrollTop < Math.min(this.#top, box.scrollHeight - box.clientHeight);
  }

  #toBottom(): void {
    const box = this.scroll()?.nativeElement;
    if (!box || this.#hasLeft()) return;
    box.scrollTop = box.scrollHeight;
    this.#top = box.scrollTop;
  }
}
