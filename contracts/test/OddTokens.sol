// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAuraVouch} from "../src/interfaces/IAuraVouch.sol";

/// @notice Says no instead of reverting.
contract LyingToken {
    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// @notice Keeps half of what is transferred; an approval is not asked for.
contract FeeToken {
    mapping(address account => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _move(from, to, value);
        return true;
    }

    function receiveWithAuthorization(address from, address to, uint256 value, uint256, uint256, bytes32, bytes calldata)
        external
    {
        _move(from, to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value / 2;
    }
}

/// @notice Moves nothing, and calls whom it is told to, once, in the middle of a transfer.
contract ReentrantToken {
    address private _target;
    bytes private _call;
    /// @notice What the pair had vouched when the transfer came.
    uint256 public seen;
    bool public failed;
    uint256 public balance;

    function callOnTransfer(address target, bytes calldata data) external {
        _target = target;
        _call = data;
    }

    function setBalance(uint256 value) external {
        balance = value;
    }

    function balanceOf(address) external view returns (uint256) {
        return balance;
    }

    function transferFrom(address from, address to, uint256) external returns (bool) {
        _look(from, to);
        _callBack();
        return true;
    }

    /// @notice What is given as the signature is the pair's target.
    function receiveWithAuthorization(address from, address, uint256, uint256, uint256, bytes32, bytes calldata target)
        external
    {
        _look(from, abi.decode(target, (address)));
        _callBack();
    }

    function transfer(address, uint256) external returns (bool) {
        _callBack();
        return true;
    }

    function _look(address from, address to) private {
        if (_target == address(0)) return;
        (bool done, bytes memory answer) = _target.staticcall(abi.encodeCall(IAuraVouch.vouchedAmount, (from, to)));
        if (done) seen = abi.decode(answer, (uint256));
    }

    function _callBack() private {
        address target = _target;
        if (target == address(0)) return;
        _target = address(0);
        (bool done,) = target.call(_call);
        failed = !done;
    }
}
