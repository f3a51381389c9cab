import { TestBed } from '@angular/core/testing';
import { Manage } from './manage';

test('what is typed for the name of a list stays when somebody else renames it', () => {
  const fixture = TestBed.createComponent(Manage);
  const { nativeElement, componentRef } = fixture;
  componentRef.setInput('name', 'Groceries');
  componentRef.setInput('isThere', false);
  document.body.append(nativeElement);
  fixture.detectChanges();
  nativeElement.querySelector('button').click();
  const field: HTMLInputElement = nativeElement.querySelector('input');
  expect(field.value).toBe('Groceries');
  field.value = 'Shopp';
  componentRef.setInput('name', 'Errands');
  fixture.detectChanges();
  expect(field.value).toBe('Shopp');
});
