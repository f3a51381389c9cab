// Meteor puts an imported stylesheet into the page.
declare module '*.css';
