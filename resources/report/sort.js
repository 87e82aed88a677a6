// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the tables of a report sortable. The page is complete without it.
(function () {
  'use strict';
  var order = { '': 'ascending', ascending: 'descending', descending: 'ascending' };

  function keyOf(row, column) {
    var cell = row.cells[column];
    if (!cell) return '';
    return cell.hasAttribute('data-v') ? cell.getAttribute('data-v') : cell.textContent.trim();
  }

  function compare(a, b) {
    var x = parseFloat(a.key), y = parseFloat(b.key);
    if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
    if (isNaN(x) !== isNaN(y)) return isNaN(x) ? 1 : -1;
    return a.key.localeCompare(b.key, 'en', { numeric: true });
  }

  function sort(table, head, column) {
    var direction = order[head.getAttribute('aria-sort') || ''];
    var body = table.tBodies[0];
    var rows = Array.prototype.map.call(body.rows, function (row, place) {
      return { row: row, key: keyOf(row, column), place: place };
    });
    rows.sort(function (a, b) {
      var by = compare(a, b);
      return (direction === 'ascending' ? by : -by) || a.place - b.place;
    });
    rows.forEach(function (entry) { body.appendChild(entry.row); });
    Array.prototype.forEach.call(head.parentNode.cells, function (other) { other.removeAttribute('aria-sort'); });
    head.setAttribute('aria-sort', direction);
  }

  document.querySelectorAll('table.sortable').forEach(function (table) {
    if (table.tBodies[0].rows.length < 2) return;
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
      var button = document.createElement('button');
      button.type = 'button';
      while (head.firstChild) button.appendChild(head.firstChild);
      button.addEventListener('click', function () { sort(table, head, column); });
      head.appendChild(button);
    });
  });

  // On paper everything is open.
  var closed = [];
  window.addEventListener('beforeprint', function () {
    closed = Array.prototype.slice.call(document.querySelectorAll('details:not([open])'));
    closed.forEach(function (part) { part.open = true; });
  });
  window.addEventListener('afterprint', function () {
    closed.forEach(function (part) { part.open = false; });
    closed = [];
  });
})();
