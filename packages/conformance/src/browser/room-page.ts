import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';

/** A room's page. */
export class RoomPage {
  readonly page: Page;
  readonly roomId: string;
  readonly messages: Locator;
  readonly message: Locator;
  readonly input: Locator;
  readonly nickname: Locator;
  readonly unread: Locator;
  readonly connection: Locator;

  constructor(page: Page, roomId: string) {
    this.page = page;
    this.roomId = roomId;
    this.messages = page.getByTestId('messages');
    this.message = page.getByTestId('message');
    this.input = page.getByTestId('new-message');
    this.nickname = page.getByTestId('nickname');
    this.unread = page.getByTestId('unread');
    this.connection = page.getByTestId('connection');
  }

  async send(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  async call(nickname: string): Promise<void> {
    await this.nickname.fill(nickname);
    await this.nickname.press('Tab');
  }

  texts(): Promise<string[]> {
    return this.message.locator('.text').allTextContents();
  }

  present(): Promise<string[]> {
    return this.page.getByTestId('present').locator('li').allTextContents();
  }

  /** Waits until these people are shown, in any order. */
  async shows(...nicknames: string[]): Promise<void> {
    const trimmed = async () => (await this.present()).map((name) => name.trim()).sort();
    await eventually(trimmed, 'who is here').toEqual(nicknames.sort());
  }

  async pending(): Promise<string[]> {
    return this.page.locator('.message.pending .text').allTextContents();
  }

  /** How far the newest message is below the visible part, in pixels. */
  fromBottom(): Promise<number> {
    return this.messages.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  }

  /** Waits until the newest message is visible. */
  async isAtBottom(): Promise<void> {
    await eventually(async () => (await this.fromBottom()) < 5, 'the bottom').toBe(true);
  }

  /** Scrolls, and waits until the page knows: the scroll event is in the next frame. */
  async scrollTo(top: number): Promise<void> {
    await this.messages.evaluate((box, to) => {
      const before = box.scrollTop;
      box.scrollTop = to;
      if (box.scrollTop === before) return;
      return new Promise((resolve) => {
        box.addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true });
      });
    }, top);
  }
}
